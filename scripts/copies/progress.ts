import process from 'node:process'
import type { Progress } from '../../conversion/storage.ts'

/** Returns a function that shows how far long work is: one line on a terminal, or a line every ten seconds. `true` is the last one. */
export function progressLine(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {
  let shownAt = 0
  return (text: string, state?: Progress | true): void => {
    const isLast = state === true
    const now = Date.now()
    const pause = stream.isTTY ? 200 : 10_000
    if (!isLast && now - shownAt < pause) return
    shownAt = now
    stream.write(stream.isTTY ? `\r${text.padEnd(78)}${isLast ? '\n' : ''}` : `${text}\n`)
  }
}
