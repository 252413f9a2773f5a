import { expect, test } from 'vitest'
import { eventKinds, realmDeclarations } from '../../src/catalogue'
import { EVENT_NAMES } from '../../src/domain/organization/event-subscriptions/subscription'
import { readMailAddress } from '../../src/store/mail-addresses'
import { LANGUAGES } from '../../web/compose/languages'
import { SERVER_COMMANDS } from '../../web/compose/server-commands'
import { CHOICES } from '../../web/store/search-suggestions'
import { REGISTRATION } from '../../web/sync/registration'
import { channelEmailWords } from '../../web/words/en-channel-email'
import { integrationWords } from '../../web/words/en-integrations'
import { ALL_MESSAGES } from '../support/messages'
import { narrowOf } from '../support/narrows'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

// The web client has these lists of its own. Each entry must be one that the server knows.

test('the server finds messages with each operand that the search of the web client offers', async () => {
  const { ada } = await freshRealm()
  for (const [operator, operands] of Object.entries(CHOICES))
    for (const operand of operands)
      succeeded(await ada.get('/messages', { narrow: narrowOf([[operator, operand]]), ...ALL_MESSAGES }))
})

test('the server runs each command that the web client sends to it', async () => {
  const { ada } = await freshRealm()
  for (const command of SERVER_COMMANDS) succeeded(await ada.post('/zcommand', { command: `/${command}` }))
})

test('the server has an event or a part of the state for each name with which the web client registers', () => {
  const names = new Set([
    ...[...eventKinds.values()].map(({ type }) => type),
    ...realmDeclarations.slices.flatMap(({ fetchedFor }) => fetchedFor),
  ])
  expect(REGISTRATION.event_types.filter((name) => !names.has(name))).toEqual([])
})

test('the web client offers each event that a bot can receive', () => {
  expect(Object.keys(integrationWords.eventNames).sort()).toEqual([...EVENT_NAMES].sort())
})

test('an address of a channel takes each option that the web client offers', () => {
  const options = Object.keys(channelEmailWords.options)
  const token = `c1-1-1-1-${'0'.repeat(20)}-acme`
  const address = readMailAddress(`${[token, ...options].join('.')}@mail.example`, 'mail.example')
  expect(address?.options.toSorted()).toEqual(options.toSorted())
})

test('the server knows each language that the web client offers for a block of code', async () => {
  const { ada } = await freshRealm()
  const unknown: string[] = []
  for (const [name] of LANGUAGES) {
    const { rendered } = succeeded(await ada.post('/messages/render', { content: `\`\`\`${name}\n"x" 1 /\n\`\`\`` }))
    const isNamed = !rendered.includes(`data-code-language="${name}"`)
    // Highlighted code has elements inside of its element `code`.
    if (!isNamed && !/<code><span/.test(rendered)) unknown.push(name)
  }
  expect(unknown).toEqual([])
})
