import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'

/** What a user looks for. Without a text, the service returns what is popular. */
export type GifSearch = { query: string; kind: 'gif' | 'sticker'; after: string; language: string; rating: number }

/** A picture as the service describes it. Its text and its addresses are data of others. */
export type FoundGif = { description: string; url: string; preview_url: string; width: number; height: number }

export const GIFS_PER_ANSWER = 24
export const MAX_GIF_URL_CHARACTERS = 500
const MAX_DESCRIPTION_CHARACTERS = 100

/** What the rating of the organization is called in these APIs: the strictest first. */
const FILTERS = ['high', 'high', 'medium', 'low', 'off']

/** Returns the address of a search in the API of Tenor, version 2, which GIPHY and KLIPY have, too. */
export function addressOfSearch(service: { url: string; key: string }, search: GifSearch): string {
  const { query, kind, after, language, rating } = search
  const url = new URL(`${service.url.replace(/\/$/, '')}/${query === '' ? 'featured' : 'search'}`)
  const parameters = {
    key: service.key,
    client_key: 'parley',
    ...(query === '' ? {} : { q: query }),
    limit: String(GIFS_PER_ANSWER),
    contentfilter: FILTERS[rating] ?? 'high',
    media_filter: FORMATS[kind].join(','),
    locale: language.slice(0, 2),
    ...(kind === 'sticker' ? { searchfilter: 'sticker' } : {}),
    ...(after === '' ? {} : { pos: after }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** The formats of a picture, the best first: to send, and to choose from. Stickers have no background. */
const FORMATS = {
  gif: ['gif', 'tinygif'],
  sticker: ['gif_transparent', 'tinygif_transparent', 'gif', 'tinygif'],
} as const
const TO_SEND = ['gif_transparent', 'gif', 'tinygif_transparent', 'tinygif']
const TO_CHOOSE = ['tinygif_transparent', 'tinygif', 'gif_transparent', 'gif']

const size = v.pipe(v.number(), v.minValue(1), v.maxValue(10_000))
const formatShape = v.object({ url: v.string(), dims: v.tuple([size, size]) })
const gifShape = v.object({
  content_description: v.optional(v.string(), ''),
  media_formats: v.record(v.string(), v.unknown()),
})
const answerShape = v.object({
  results: v.array(v.unknown()),
  next: v.optional(v.union([v.string(), v.number()]), ''),
})

/** Returns what the service found, and where the next answer begins. Undefined if the body is something else. */
export function readGifs(body: string): { gifs: FoundGif[]; next: string } | undefined {
  const answer = v.safeParse(answerShape, parseJson(body))
  if (!answer.success) return undefined
  const { results, next } = answer.output
  const gifs = results.slice(0, GIFS_PER_ANSWER).flatMap((result) => gifOf(result) ?? [])
  const after = String(next)
  return { gifs, next: after.length > MAX_POSITION_CHARACTERS ? '' : after }
}

export const MAX_POSITION_CHARACTERS = 200

function gifOf(result: unknown): FoundGif | undefined {
  const gif = v.safeParse(gifShape, result)
  if (!gif.success) return undefined
  const { content_description, media_formats } = gif.output
  const [sent, chosen] = [firstOf(media_formats, TO_SEND), firstOf(media_formats, TO_CHOOSE)]
  if (sent === undefined || chosen === undefined) return undefined
  const [width, height] = chosen.dims.map(Math.round)
  return {
    description: plainText(content_description),
    url: sent.url,
    preview_url: chosen.url,
    width: width ?? 1,
    height: height ?? 1,
  }
}

function firstOf(formats: Record<string, unknown>, names: readonly string[]) {
  for (const name of names) {
    const format = v.safeParse(formatShape, formats[name])
    const url = format.success ? pictureAt(format.output.url) : undefined
    if (format.success && url !== undefined) return { url, dims: format.output.dims }
  }
  return undefined
}

/**
 * Returns the address of a picture as it can be in a message. Its query, by which services count who looks, is left out. Undefined if
 * a message would not show it as a picture.
 */
function pictureAt(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  const plain = `${url.origin}${url.pathname}`
  const isPlain = /^[\w.~:/%+@-]+\.(?:gif|webp)$/i.test(plain)
  return isPlain && plain.length <= MAX_GIF_URL_CHARACTERS ? plain : undefined
}

/** Returns a description that means nothing in Markdown, where it is the text of a link. */
function plainText(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{M}\p{N} ,.'!?-]+/gu, ' ').replaceAll(/ +/g, ' ')
  return plain.trim().slice(0, MAX_DESCRIPTION_CHARACTERS).trim()
}
