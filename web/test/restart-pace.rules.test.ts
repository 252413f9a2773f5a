import { expect, test } from 'vitest'
import { createPace } from '../calls/restart-pace'

/** Returns after how many looks without bytes a client makes new connections, if bytes came before in each of so many looks. */
function looksUntilQuiet(looksBetweenPackets: number): number {
  const pace = createPace()
  for (let look = 0; look < 20; look++) {
    pace.look(look % looksBetweenPackets === 0, true)
    expect(pace.isQuiet()).toBe(false)
  }
  let looks = 0
  while (!pace.isQuiet()) {
    pace.look(false, true)
    looks++
  }
  return looks + ((20 - 1) % looksBetweenPackets)
}

test('a client notices soon that nothing comes, and waits longer if the voices before were silent', () => {
  expect(looksUntilQuiet(1)).toBe(5)
  expect(looksUntilQuiet(2)).toBe(8)
})

test('a client that expects no bytes misses none', () => {
  const pace = createPace()
  for (let look = 0; look < 20; look++) pace.look(false, false)
  expect(pace.isQuiet()).toBe(false)
})

test('a client gives connections that have brought nothing yet five seconds', () => {
  const pace = createPace()
  const looksUntilQuiet = () => {
    let looks = 0
    for (; !pace.isQuiet(); looks++) pace.look(false, true)
    return looks
  }
  expect(looksUntilQuiet()).toBe(25)
  pace.look(true, true)
  expect(looksUntilQuiet()).toBe(5)
  pace.begins(true)
  expect(looksUntilQuiet()).toBe(25)
})

test('new connections come five seconds after the first ones, and later each time if they get no bytes', () => {
  const pace = createPace()
  const pauses: number[] = []
  for (let nth = 0; nth < 5; nth++) {
    let looks = 1
    for (pace.pass(); !pace.begins(false); pace.pass()) looks++
    pauses.push(looks)
  }
  expect(pauses).toEqual([25, 50, 100, 100, 100])
  // A realm that has forgotten the sessions is sure.
  expect(pace.begins(true)).toBe(true)
})
