import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hasTooManyPixels } from '../../src/images/limits'
import { Pace } from '../../src/images/pace'
import { inTurn } from '../../src/images/queue'

/** Returns work that ends when the test says so, and notes when it begins. */
function heldWork(begun: string[]) {
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.push(resolve)
    return promise
  }
  const begins = () => setTimeout(50)
  const endNext = async () => {
    await begins()
    ends.shift()?.()
    await begins()
  }
  return { work, begins, endNext }
}

/** Returns the refusal of a picture. One that is not refused waits for the one that is held, and would never end. */
const refusalOf = (account: string): Promise<string> =>
  Promise.race([inTurn(account, async () => 'made').catch(String), setTimeout(50, 'none')])

describe('pictures are made one at a time', () => {
  test('and accounts take turns', async () => {
    const begun: string[] = []
    const { work, begins, endNext } = heldWork(begun)
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => inTurn(name[0]!, work(name)))
    await begins()
    for (const [at, name] of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'].entries()) {
      expect(begun).toHaveLength(at + 1)
      expect(begun.at(-1)).toBe(name)
      await endNext()
    }
    await Promise.all(all)
  })

  test('also after one that failed', async () => {
    const failure = inTurn('a', () => Promise.reject(new Error('no picture')))
    const next = inTurn('a', async () => 'made')
    await expect(failure).rejects.toThrow('no picture')
    expect(await next).toBe('made')
  })

  test('an account has at most eight waiting pictures, and others still get their turn', async () => {
    const begun: string[] = []
    const { work, begins, endNext } = heldWork(begun)
    const own = [inTurn('a', work('a0'))]
    await begins()
    own.push(...Array.from({ length: 8 }, (_, nth) => inTurn('a', work(`a${nth + 1}`))))
    expect(await refusalOf('a')).toContain('busy')
    const other = inTurn('b', work('b'))
    await endNext()
    await endNext()
    expect(begun).toEqual(['a0', 'b', 'a1'])
    for (let nth = 0; nth < 9; nth++) await endNext()
    await Promise.all([...own, other])
  })

  test('one whose request ended delays the others for fifteen seconds', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    void inTurn('a', () => Promise.withResolvers().promise)
    const made: string[] = []
    const others = ['b', 'c'].map((name) => inTurn(name, async () => made.push(name)))
    await vi.advanceTimersByTimeAsync(14_000)
    expect(made).toEqual([])
    await vi.advanceTimersByTimeAsync(1100)
    expect(made).toEqual(['b', 'c'])
    await Promise.all(others)
  })

  test('at most forty wait', async () => {
    const { work, begins, endNext } = heldWork([])
    const all = [inTurn('first', work(''))]
    await begins()
    all.push(...Array.from({ length: 40 }, (_, nth) => inTurn(`a${nth}`, work(''))))
    expect(await refusalOf('b')).toContain('busy')
    for (let nth = 0; nth < 41; nth++) await endNext()
    await Promise.all(all)
  })
})

describe('the pace', () => {
  test('pauses after each slice', () => {
    let pauses = 0
    const pace = new Pace(async () => {
      pauses++
    })
    for (let nth = 0; nth < 30; nth++) void pace.after(100_000)
    expect(pauses).toBe(7)
  })

  test('refuses a picture that takes too many steps', () => {
    const pace = new Pace(async () => undefined)
    void pace.after(200_000_000)
    expect(() => pace.after(51_000_000)).toThrow('too large')
  })
})

test.each([
  ['an empty picture of 25 megapixels', 5000, 5000, 3000, false],
  ['a PNG of 90 megapixels in 11 kB', 9486, 9486, 11_000, true],
  ['a photo of 50 megapixels', 8160, 6120, 2_000_000, false],
  ['a photo of 91 megapixels', 9540, 9540, 30_000_000, true],
  ['a drawing of 48 megapixels in 400 kB', 8000, 6000, 400_000, true],
])('%s', (_, width, height, bytes, expected) => expect(hasTooManyPixels({ width, height }, bytes)).toBe(expected))
