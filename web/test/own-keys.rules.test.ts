import { afterEach, describe, expect, test } from 'vitest'
import { bindingOf, KEYMAP, type Command } from '../keys/keymap'
import {
  applyKeys,
  hasUsualKeys,
  othersWith,
  parseKeys,
  printKeys,
  whyUnusable,
  withKey,
  withUsualKeys,
} from '../keys/own-keys'
import { ORGANIZATION_KEYS } from '../keys/organization-keys'
import { KEY_GROUPS } from '../overlays/key-groups'

afterEach(() => applyKeys(new Map()))

const usual = structuredClone(KEYMAP)
const bindingFor = (command: Command) => KEYMAP.find((binding) => binding.command === command)!
const press = (key: string, more = {}) =>
  bindingOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })?.command

test('each command is in one group of the list of keys', () => {
  const grouped = KEY_GROUPS.flatMap(([, commands]) => commands)
  expect(grouped.toSorted()).toEqual([...KEYMAP, ...ORGANIZATION_KEYS].map(({ command }) => command).toSorted())
})

describe('the keys of a user', () => {
  test('replace the usual ones, and the setting has only them', () => {
    applyKeys(withKey('star', 'b'))
    expect(press('b')).toBe('star')
    expect(press('s', { ctrlKey: true })).toBe(undefined)
    expect(press('j')).toBe('down')
    const setting = printKeys(new Map(KEYMAP.map(({ command, keys }) => [command, keys])))
    expect(setting).toBe('{"star":["b"]}')
    applyKeys(new Map())
    expect(KEYMAP).toEqual(usual)
    applyKeys(parseKeys(setting))
    expect(press('b')).toBe('star')
    expect(hasUsualKeys(bindingFor('star'))).toBe(false)
  })

  test('are taken from the commands that had them, and given back with the usual keys', () => {
    expect(othersWith('j', 'star')).toEqual(['down'])
    applyKeys(withKey('star', 'j'))
    expect(press('j')).toBe('star')
    expect(bindingFor('down').keys).toEqual(['ArrowDown'])
    expect(othersWith('j', 'star')).toEqual([])
    applyKeys(withUsualKeys('down'))
    expect(press('j')).toBe('down')
    expect(bindingFor('star').keys).toEqual([])
    applyKeys(withUsualKeys('star'))
    expect(KEYMAP).toEqual(usual)
  })

  test('are the usual ones if the setting is no such list', () => {
    for (const setting of ['', '[]', 'null', '{', '{"unknown":["b"],"star":"b"}']) {
      applyKeys(parseKeys(setting))
      expect(KEYMAP, setting).toEqual(usual)
    }
  })

  test('may conflict in a setting: the first command of the table has the key, and the list shows both', () => {
    applyKeys(parseKeys('{"star":["j"]}'))
    expect(press('j')).toBe('down')
    expect(othersWith('j', 'down')).toEqual(['star'])
  })
})

test.each<[Command, string, string | undefined]>([
  ['star', 'b', undefined],
  ['star', 'Tab', 'browser'],
  ['star', 'Ctrl-t', 'browser'],
  ['star', 'Ctrl-b', 'writing'],
  ['goAnywhere', 'g', 'plain'],
  ['goAnywhere', 'Ctrl-g', undefined],
  ['goAnywhere', 'F2', undefined],
  ['leave', 'Escape', undefined],
])('%s with %s: %s', (command, key, reason) => {
  expect(whyUnusable(bindingFor(command), key)).toBe(reason)
})
