import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Refusal, translateRefusals } from '../wire/requests'
import { refusalCodes, refusalTexts } from '../words/en-refusals'
import { showTranslatedRefusals } from '../words/refusals'
import { replaceText } from '../words/translated'

const ROOT = join(import.meta.dirname, '../..')
const english = { ...refusalTexts }
const source = globSync('src/**/*.ts', { cwd: ROOT })
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n')

afterEach(() => translateRefusals((_, message) => message))

test('the API has each text and each code that the catalogue translates', () => {
  expect(Object.values(english).filter((text) => !source.includes(text))).toEqual([])
  expect(Object.keys(refusalCodes).filter((code) => !source.includes(`'${code}'`))).toEqual([])
})

test('a refusal has the text of the user’s language, by its English text or by its code', async () => {
  const { rest } = await import('../words/de/first')
  replaceText(await rest())
  showTranslatedRefusals()
  const textOf = (code: string, text: string) => new Refusal(400, code, text).message
  expect(textOf('BAD_REQUEST', 'Name is already in use!')).toBe('Der Name ist schon vergeben.')
  expect(textOf('CHANNEL_ALREADY_EXISTS', "Channel 'lunch' already exists")).toBe(
    'Einen Kanal mit diesem Namen gibt es schon.',
  )
  expect(textOf('BAD_REQUEST', 'A refusal without a translation')).toBe('A refusal without a translation')
})
