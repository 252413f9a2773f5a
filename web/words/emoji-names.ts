import { language } from './language'

type Packed = { default: { emoji: string[] } }

const NAMES: Record<string, () => Promise<Packed>> = {
  ar: () => import('./ar/emoji.data.json'),
  de: () => import('./de/emoji.data.json'),
  es: () => import('./es/emoji.data.json'),
  fr: () => import('./fr/emoji.data.json'),
  hi: () => import('./hi/emoji.data.json'),
  ja: () => import('./ja/emoji.data.json'),
  'zh-hans': () => import('./zh-hans/emoji.data.json'),
}

/** Returns what the emoji are called in the language of the interface, by their codes: the name, then other words. English has none. */
export async function loadEmojiNames(): Promise<Map<string, string[]>> {
  const packed = await NAMES[language]?.()
  const lines = packed?.default.emoji ?? []
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(' ')
      return [line.slice(0, at), line.slice(at + 1).split('|')]
    }),
  )
}
