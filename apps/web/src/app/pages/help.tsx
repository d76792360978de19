export { HelpPage } from '../../features/news/ui/help-page.tsx';
