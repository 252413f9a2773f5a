import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { HUES } from '../look/hues'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

/** After gzip. */
const MAX_SPRITE_BYTES = 9 * 1024

const HUE = '262'
const NUMBER = String.raw`([\d.]+|var\(--hue\))`
const COLOUR = String.raw`oklch\(${NUMBER} ${NUMBER} ${NUMBER}\)`
const TOKEN = new RegExp(
  String.raw`^  --([\w-]+): light-dark\(\s*${COLOUR},\s*${COLOUR}\s*\);(?: /\* (.*?) ?\*/)?$`,
  'gms',
)

type Token = { light: number; dark: number; note: string }

/** Returns the relative luminance of an oklch colour, as WCAG defines it. What the screen cannot show is cut. */
function luminance(values: string[], hueOfAccent = HUE): number {
  const [lightness = 0, chroma = 0, hue = 0] = values.map((value) =>
    Number(value.startsWith('var') ? hueOfAccent : value),
  )
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const inside = (part: number) => {
    const cut = Math.min(1, Math.max(0, part))
    const coded = cut <= 0.0031308 ? 12.92 * cut : 1.055 * cut ** (1 / 2.4) - 0.055
    // A screen has 256 steps.
    const visible = Math.round(coded * 255) / 255
    return visible <= 0.04045 ? visible / 12.92 : ((visible + 0.055) / 1.055) ** 2.4
  }
  return (
    0.2126 * inside(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * inside(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * inside(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  )
}

function tokensIn(css: string, hue = HUE): Map<string, Token> {
  return new Map(
    [...css.matchAll(TOKEN)].map(([, name = '', ...parts]) => [
      name,
      { light: luminance(parts.slice(0, 3), hue), dark: luminance(parts.slice(3, 6), hue), note: parts[6] ?? '' },
    ]),
  )
}

const contrast = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** The pairs that the comments name, with the contrast in light and in dark. */
const pairsOf = ({ note }: Token) =>
  [...note.matchAll(/([a-z][\w-]*) ([\d.]+)\|([\d.]+)/g)].map(([, on = '', light, dark]) => ({
    on,
    light: Number(light),
    dark: Number(dark),
  }))

const [usual = '', high = ''] = read('look/tokens.css').split("[data-contrast='high']")

test('65. each pair of colours has the contrast that stands beside it', () => {
  const tokens = tokensIn(usual)
  const wrong: string[] = []
  let count = 0
  for (const [name, token] of tokens)
    for (const { on, light, dark } of pairsOf(token)) {
      count++
      const ground = tokens.get(on)
      const found = [
        contrast(token.light, ground?.light ?? token.light),
        contrast(token.dark, ground?.dark ?? token.dark),
      ]
      if ((found[0] ?? 0) < light || (found[1] ?? 0) < dark) wrong.push(`${name} on ${on}: ${found.join(' | ')}`)
    }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(50)
})

test.for(Object.entries(HUES))('65. with the accent %s, all pairs of the accent have at least 4.5', ([, hue]) => {
  const tokens = tokensIn(usual, String(hue))
  const found = ['accent', 'on-accent', 'ink', 'ink-2', 'ink-3', 'mention'].flatMap((name) => {
    const token = tokens.get(name)
    const pairs = token === undefined ? [] : pairsOf(token)
    return pairs.flatMap(({ on }) =>
      (['light', 'dark'] as const).map((scheme) => contrast(token?.[scheme] ?? 0, tokens.get(on)?.[scheme] ?? 0)),
    )
  })
  expect(found.length).toBeGreaterThan(20)
  expect(Math.min(...found)).toBeGreaterThanOrEqual(4.5)
})

test('65. with high contrast, texts and edges have at least 7', () => {
  const [before, after] = [tokensIn(usual), tokensIn(high.split('@media')[0] ?? '')]
  const tokens = new Map([...before, ...after])
  const wrong: string[] = []
  for (const name of ['ink', 'ink-2', 'ink-3', 'edge', 'accent', 'mention', 'good', 'bad'])
    for (const { on } of pairsOf(before.get(name) ?? { light: 0, dark: 0, note: '' }))
      for (const scheme of ['light', 'dark'] as const) {
        const found = contrast(tokens.get(name)?.[scheme] ?? 0, tokens.get(on)?.[scheme] ?? 0)
        if (found < 7) wrong.push(`${name} on ${on}, ${scheme}: ${found}`)
      }
  expect(wrong).toEqual([])
})

type Lab = [lightness: number, a: number, b: number]

const labOfToken = (name: string, at: 0 | 1): Lab => {
  const [, , ...parts] = [...usual.matchAll(TOKEN)].find(([, found]) => found === name) ?? []
  const [lightness = 0, chroma = 0, hue = 0] = parts.slice(at * 3).map(Number)
  return [lightness, chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
}

/** Returns a colour of the screen, with parts from 0 to 1, in oklab. */
function labOfScreen([red, green, blue]: number[]): Lab {
  const linear = [red, green, blue].map((part = 0) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  const cone = (r: number, g: number, b: number) =>
    Math.cbrt(r * (linear[0] ?? 0) + g * (linear[1] ?? 0) + b * (linear[2] ?? 0))
  const l = cone(0.4122214708, 0.5363325363, 0.0514459929)
  const m = cone(0.2119034982, 0.6806995451, 0.1073969566)
  const s = cone(0.0883024619, 0.2817188376, 0.6299787005)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Returns the luminance of a colour of which `share` percent are mixed with another one. */
function luminanceOfMix(colour: Lab, share: number, other: Lab): number {
  const mixed = (at: 0 | 1 | 2) => (colour[at] * share + other[at] * (100 - share)) / 100
  const [a, b] = [mixed(1), mixed(2)]
  return luminance([mixed(0), Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI].map(String))
}

test('65. the sign of a channel has a contrast of at least 3, whatever its colour is', () => {
  const tile = /\.tile \{[^}]*\}/.exec(read('look/page.css'))?.[0] ?? ''
  const [sign = 0, ground = 0] = [...tile.matchAll(/(\d+)%/g)].map(([, percent]) => Number(percent))
  const steps = [0, 0.25, 0.5, 0.75, 1]
  const colours = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => labOfScreen([red, green, blue]))))
  const found = ([0, 1] as const).flatMap((scheme) =>
    ['paper', 'desk', 'here', 'raised'].flatMap((place) =>
      colours.map((colour) =>
        contrast(
          luminanceOfMix(colour, sign, labOfToken('ink', scheme)),
          luminanceOfMix(colour, ground, labOfToken(place, scheme)),
        ),
      ),
    ),
  )
  expect(found.length).toBe(1000)
  expect(Math.min(...found)).toBeGreaterThanOrEqual(3)
})

test('66. the page contains all icons in at most 9 KiB, and each icon that a view names exists', () => {
  const sprite = read('look/icons.svg')
  expect(gzipSync(sprite).length).toBeLessThan(MAX_SPRITE_BYTES)
  const named = new Set([...read('parts/icon.tsx').matchAll(/^ {2}\| '([\w-]+)'$/gm)].map(([, name]) => name))
  const drawn = new Set([...sprite.matchAll(/id="i-([\w-]+)"/g)].map(([, name]) => name))
  expect(named).toEqual(drawn)
})
