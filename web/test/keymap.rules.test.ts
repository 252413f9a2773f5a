import { expect, test } from 'vitest'
import { bindingOf, KEYMAP } from '../keys/keymap'
import { ORGANIZATION_KEYS } from '../keys/organization-keys'

const press = (key: string, more = {}) =>
  bindingOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })?.command

test('a key has one command', () => {
  const keys = [...KEYMAP, ...ORGANIZATION_KEYS].flatMap(({ keys: some }) => some)
  expect(new Set(keys).size).toBe(keys.length)
})

test('commands with the control key also work with the command key', () => {
  expect(press('k', { ctrlKey: true })).toBe('goAnywhere')
  expect(press('k', { metaKey: true })).toBe('goAnywhere')
  expect(press('k')).toBe('up')
  expect(press('k', { altKey: true })).toBe(undefined)
})

test('44. on a layout without Latin letters, the place of the key counts', () => {
  expect(press('т', { code: 'KeyN' })).toBe('nextUnread')
  expect(press('Ш', { code: 'KeyI', shiftKey: true })).toBe('inbox')
  expect(press('ν', { code: 'KeyN' })).toBe('nextUnread')
  expect(press('ק', { code: 'KeyE' })).toBe('edit')
  expect(press('л', { code: 'KeyK', ctrlKey: true })).toBe('goAnywhere')
})
