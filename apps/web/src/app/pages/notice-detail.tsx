export { NoticeDetailPage } from '../../features/news/ui/notice-detail-page.tsx';
