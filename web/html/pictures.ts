/** Selects the links of pictures, in the order in which their message has them. */
export const PICTURES = '.message_inline_image:not(.youtube-video) > a:has(> img)'
