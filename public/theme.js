// Puts the theme chosen on this machine on the page before anything is drawn; src/ui/theme.ts writes it.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's setting holds.
}
