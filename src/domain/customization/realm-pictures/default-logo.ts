/** The logo of realms without a logo of their own: two speech bubbles, on light and on dark backgrounds. */
export const DEFAULT_LOGO_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 100">
<path fill="#2d6cdf" d="M10 15h70a10 10 0 0 1 10 10v35a10 10 0 0 1-10 10H45L25 88V70H10A10 10 0 0 1 0 60V25a10 10 0 0 1 10-10z"/>
<path fill="#e07a2f" d="M110 15h60a10 10 0 0 1 10 10v35a10 10 0 0 1-10 10h-5v18l-20-18h-35a10 10 0 0 1-10-10V25a10 10 0 0 1 10-10z"/>
</svg>
`
