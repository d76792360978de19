declare module 'virtual:token-styles.css';
