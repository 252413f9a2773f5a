/** The picture of the product's own emoji: two speech bubbles. */
export const EXTRA_EMOJI_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<path fill="#2d6cdf" d="M8 6h32a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H24L13 44V34H8a5 5 0 0 1-5-5V11a5 5 0 0 1 5-5z"/>
<path fill="#e07a2f" d="M49 20h7a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5h-3v10L42 48H29a5 5 0 0 1-5-5v-3h19a6 6 0 0 0 6-6z"/>
</svg>
`
