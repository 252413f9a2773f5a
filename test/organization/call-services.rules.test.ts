import { expect, test } from 'vitest'
import { readCallServices, type CallVariables } from '../../src/call-services'

const directIn = (variables: CallVariables) => readCallServices(variables).direct
const RELAY = { CALL_TURN_URLS: 'turn:turn.example.com:3478, turns:turn.example.com:5349', CALL_TURN_SECRET: 'secret' }

test('without variables, browsers ask a public server for their addresses', () => {
  expect(directIn({})).toEqual({
    stun_urls: ['stun:stun.cloudflare.com:3478'],
    turn: undefined,
    relay_only: false,
    problems: [],
  })
  expect(directIn({ CALL_STUN_URLS: '' }).stun_urls).toEqual([])
})

test('a relay needs addresses and a secret', () => {
  expect(directIn(RELAY)).toMatchObject({
    turn: { urls: ['turn:turn.example.com:3478', 'turns:turn.example.com:5349'], secret: 'secret' },
    problems: [],
  })
  expect(directIn({ ...RELAY, CALL_TURN_SECRET: '' })).toMatchObject({
    turn: undefined,
    problems: ['CALL_TURN_URLS needs CALL_TURN_SECRET.'],
  })
  expect(directIn({ CALL_TURN_SECRET: 'secret' }).problems).toEqual(['CALL_TURN_SECRET needs CALL_TURN_URLS.'])
  expect(directIn({ CALL_SFU_SECRET: 'secret' }).problems).toEqual([
    'CALL_SFU_APP_ID and CALL_SFU_SECRET need each other.',
  ])
  expect(directIn({ CALL_STUN_URLS: 'https://example.com' }).problems).toEqual([
    'https://example.com is no address of a STUN or TURN server.',
  ])
})

test('who wants only the relay gets no other way, also if the relay is missing', () => {
  expect(directIn({ ...RELAY, CALL_RELAY_ONLY: 'true' })).toMatchObject({ relay_only: true, problems: [] })
  expect(directIn({ CALL_RELAY_ONLY: 'true' })).toMatchObject({
    relay_only: true,
    problems: ['CALL_RELAY_ONLY needs a relay: no call can connect.'],
  })
})
