import { laterWords } from '../words/en-later'
import type { Emoji } from './emoji-data'

type Group = keyof typeof laterWords.emojiGroups

/** Ranges of code points, in hexadecimal. Unicode has no order that people know, so related blocks are together. */
const RANGES: [group: Group, ranges: [from: number, to: number][]][] = [
  [
    'faces',
    [
      [0x1f600, 0x1f64f],
      [0x1f910, 0x1f917],
      [0x1f920, 0x1f92f],
      [0x1f970, 0x1f97a],
      [0x1fae0, 0x1fae9],
      [0x2639, 0x263a],
    ],
  ],
  [
    'people',
    [
      [0x1f440, 0x1f450],
      [0x1f464, 0x1f487],
      [0x1f90c, 0x1f93e],
      [0x1f9b5, 0x1f9e6],
      [0x1faf0, 0x1faf8],
      [0x261d, 0x261d],
      [0x270a, 0x270d],
      [0x1f574, 0x1f57a],
      [0x1f590, 0x1f596],
      [0x1fac0, 0x1fac5],
    ],
  ],
  [
    'nature',
    [
      [0x1f300, 0x1f344],
      [0x1f400, 0x1f43f],
      [0x1f980, 0x1f9ae],
      [0x2600, 0x2604],
      [0x26c4, 0x26c8],
      [0x1fab0, 0x1fabf],
      [0x1f490, 0x1f490],
    ],
  ],
  [
    'food',
    [
      [0x1f345, 0x1f37f],
      [0x1f950, 0x1f96f],
      [0x1f9c0, 0x1f9cb],
      [0x1fad0, 0x1fadf],
      [0x2615, 0x2615],
    ],
  ],
  [
    'travel',
    [
      [0x1f680, 0x1f6ff],
      [0x1f3d4, 0x1f3f0],
      [0x26e9, 0x26fa],
      [0x2708, 0x2709],
      [0x1f5fa, 0x1f5ff],
    ],
  ],
  [
    'activities',
    [
      [0x1f380, 0x1f3d3],
      [0x1f93a, 0x1f94f],
      [0x26bd, 0x26be],
      [0x1f9e7, 0x1f9ff],
      [0x1f0cf, 0x1f0cf],
    ],
  ],
  [
    'flags',
    [
      [0x1f1e6, 0x1f1ff],
      [0x1f3f3, 0x1f3f4],
      [0x1f6a9, 0x1f6a9],
    ],
  ],
  [
    'objects',
    [
      [0x1f451, 0x1f463],
      [0x1f488, 0x1f5ff],
      [0x1fa70, 0x1faa9],
      [0x231a, 0x231b],
      [0x2702, 0x270f],
    ],
  ],
]

/** Returns the emoji in groups: those of the organization first. */
export function emojiGroups(all: Emoji[]): { name: string; emoji: Emoji[] }[] {
  const order: Group[] = ['custom', ...RANGES.map(([group]) => group), 'symbols']
  const groups = new Map(order.map((group): [Group, Emoji[]] => [group, []]))
  for (const emoji of all) groups.get(groupOf(emoji))?.push(emoji)
  return [...groups].map(([group, emoji]) => ({ name: laterWords.emojiGroups[group], emoji: emoji.toSorted(byCode) }))
}

function groupOf({ reaction_type, emoji_code }: Emoji): Group {
  if (reaction_type === 'realm_emoji') return 'custom'
  const point = Number.parseInt(emoji_code, 16)
  return RANGES.find(([, ranges]) => ranges.some(([from, to]) => point >= from && point <= to))?.[0] ?? 'symbols'
}

const byCode = (a: Emoji, b: Emoji) => Number.parseInt(a.emoji_code, 16) - Number.parseInt(b.emoji_code, 16)
