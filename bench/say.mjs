/** How far it is, and since when it runs, beside what it prints. */
export const say = (what) => console.error(`${(performance.now() / 1000).toFixed(1)} s  ${what}`)
