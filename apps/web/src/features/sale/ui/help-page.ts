/** The help page that says how sales work and how they are verified. */
export const HELP = '/components/noticeDetail?id=1026';
