/** The portal's logo: a doorway. The same drawing as public/favicon.svg. */
export function BrandMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden>
      <rect width="20" height="20" rx="5" fill="var(--accent)" />
      <path
        d="M5.5 15V9.5a4.5 4.5 0 0 1 9 0V15"
        fill="none"
        stroke="var(--accent-ink)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="10" cy="13.75" r="1.75" fill="var(--accent-ink)" />
    </svg>
  );
}
