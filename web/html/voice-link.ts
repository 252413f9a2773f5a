// A voice message is a link to a file of sound. The fragment of its address has the length and the shape, so each reader sees both
// without the file, and quotes, moves, exports and other clients keep them. Clients that do not know the fragment open the file.

/** The length of a sound, and how loud each part of it is, from 0 to 1. */
export type Shape = { seconds: number; peaks: readonly number[] }

/** How many parts the shape of a sound has. */
export const PEAKS = 64
const LEVELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** Any user can write a link, so only this form is read. The length has at most 27 hours. */
const FRAGMENT = /^#voice-(\d{1,5})-([\w-]{8,64})$/

/** Returns the shape in the fragment of an address, if it has one. */
export function shapeIn(fragment: string): Shape | undefined {
  const [, seconds, levels] = FRAGMENT.exec(fragment) ?? []
  if (seconds === undefined || levels === undefined) return undefined
  return { seconds: Number(seconds), peaks: [...levels].map((level) => LEVELS.indexOf(level) / (LEVELS.length - 1)) }
}

export const fragmentOf = ({ seconds, peaks }: Shape): string =>
  `#voice-${Math.max(1, Math.round(seconds))}-${peaks.map((peak) => LEVELS[Math.round(peak * (LEVELS.length - 1))]).join('')}`

/** Returns the loudest level of each part. The loudest part of all reaches 1, so that a quiet voice has a shape too. */
export function peaksOf(levels: readonly number[]): number[] {
  const most = Math.max(0.02, ...levels)
  return Array.from({ length: PEAKS }, (_, part) => {
    const start = Math.floor((part * levels.length) / PEAKS)
    const end = Math.max(start + 1, Math.floor(((part + 1) * levels.length) / PEAKS))
    return Math.max(0, ...levels.slice(start, end)) / most
  })
}

const SPACE = 4

/** Returns the path of a drawing of the shape: a stroke for each part, in a box that is 100 high. */
export const drawingOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, part) => {
      const half = Math.round(4 + 44 * peak)
      return `M${part * SPACE + SPACE / 2} ${50 - half}v${2 * half}`
    })
    .join('')

export const boxOf = (parts: number): string => `0 0 ${parts * SPACE} 100`
