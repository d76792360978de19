export { ResetPasswordPage } from '../../features/account/ui/reset-password-page.tsx';
