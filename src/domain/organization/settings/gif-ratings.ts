// The ratings of GIFs that clients may offer. The service of the organization gets them with each search.

const DISABLED = { name: 'GIFs disabled', id: 0 }
const RATINGS = [
  ['g', 'Allow GIFs rated G (General audience)'],
  ['pg', 'Allow GIFs rated PG (Parental guidance)'],
  ['pg-13', 'Allow GIFs rated PG-13 (Parental guidance - under 13)'],
  ['r', 'Allow GIFs rated R (Restricted)'],
] as const

/** Returns the values of `gif_rating_policy`. */
export const gifRatings = () => ({ disabled: DISABLED, ...ratingsFrom(1) })

/** Returns the values of `giphy_rating`, which clients before level 453 read. They have one rating more. */
export const olderGifRatings = () => ({
  disabled: DISABLED,
  y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
  ...ratingsFrom(2),
})

/** Returns the value of the older setting. */
export const olderGifRating = (policy: number): number => (policy === 0 ? 0 : policy + 1)

const ratingsFrom = (first: number) =>
  Object.fromEntries(RATINGS.map(([key, name], at) => [key, { name, id: first + at }]))
