// Shows pushed messages while no page is open, and opens pages of ours only. It answers no
// requests. `PushPayload` of the server lists the fields of a message.
var INBOX = '/accountMessage';

self.addEventListener('install', function () {
  self.skipWaiting();
});
self.addEventListener('push', function (event) {
  event.waitUntil(show(read(event.data)));
});
self.addEventListener('notificationclick', function (event) {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

// Browsers ask for a notification for each push: an unreadable one leads to the inbox.
function read(data) {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
}

function show(message) {
  return self.registration.showNotification(String(message.title || 'Meridian'), {
    body: String(message.text || ''),
    tag: String(message.tag || 'meridian'),
    lang: String(message.lang || ''),
    icon: '/favicon.svg',
    data: String(message.link || INBOX),
  });
}

function ownUrl(link) {
  try {
    var url = new URL(String(link), self.location.origin);
    if (url.origin === self.location.origin) return url.href;
  } catch {
    // The inbox has it too.
  }
  return new URL(INBOX, self.location.origin).href;
}

async function open(link) {
  var url = ownUrl(link);
  var pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  var there = pages.find(function (page) {
    return page.url === url;
  });
  return there === undefined ? self.clients.openWindow(url) : there.focus();
}
