// The addresses of pictures that the server draws. Their seed is in the address, so nothing is stored.

export const DRAWN_FOLDER = 'drawn'
export const DRAWN_SEED_LENGTH = 32

/** The sides of avatars and of their larger versions, in pixels. */
const [SMALL, MEDIUM] = [100, 500]

/** Returns what a path below `/user_avatars` asks to draw, or undefined if it is another picture. */
export function drawnPictureAt(path: string): { seed: string; size: number } | undefined {
  const [, seed, medium] = /^drawn\/([0-9a-f]{32})(-medium)?\.png$/.exec(path) ?? []
  return seed === undefined ? undefined : { seed, size: medium === undefined ? SMALL : MEDIUM }
}
