/** Prints progress to stderr, with the seconds since the start. */
export const say = (what: string) => console.error(`${(performance.now() / 1000).toFixed(1)} s  ${what}`)
