import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const place = document.querySelector('#root');
if (place === null) throw new Error('index.html has no place for the application');
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
