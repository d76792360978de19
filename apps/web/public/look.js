// Runs before the first paint: puts the stored theme, direction colours and language on the page, so that nothing flashes.
// shared/theme.ts and shared/i18n/language.ts decide the same later; a test holds the three together.
(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  function known(value, values, otherwise) {
    return values.indexOf(value) < 0 ? otherwise : value;
  }
  var root = document.documentElement;
  var night = stored('night_mode');
  var prefersDay = matchMedia('(prefers-color-scheme: light)').matches;
  root.dataset.theme = night === '1' ? 'night' : night === '0' || prefersDay ? 'day' : 'night';
  root.dataset.direction = known(
    stored('direction_colours'),
    ['green-up', 'red-up', 'red-up-blue-down', 'blue-orange'],
    'green-up',
  );
  root.lang = known(
    stored('locale') || stored('lang'),
    ['en', 'ko', 'ja', 'zh-CN', 'zh-TW', 'es'],
    'en',
  );
})();
