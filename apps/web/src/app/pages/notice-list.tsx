export { NoticeListPage } from '../../features/news/ui/notice-list-page.tsx';
