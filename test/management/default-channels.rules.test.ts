import { expect, test } from 'vitest'
import { refusalOfGroupName, refusalToBeInGroup } from '../../src/domain/management/default-channels/rules'
import { SAMPLE_CHANNEL } from '../support/sample-channel'

const groups = [{ id: 1, name: 'Fun', description: '', streams: [] }]

test.for([
  ['Work', undefined],
  ['', "Invalid default channel group name ''"],
  ['a\0b', "Invalid default channel group name 'a\0b'"],
  ['FUN', "Default channel group 'FUN' already exists"],
] as const)('refusalOfGroupName: %j', ([name, msg]) => {
  expect(refusalOfGroupName(name, groups)?.refusal.msg).toBe(msg)
})

test.for([
  [{}, undefined],
  [{ is_default: true }, "'general' is a default channel and cannot be added to 'Fun'"],
  [{ invite_only: true }, 'Private channels cannot be made default.'],
] as const)('refusalToBeInGroup: a channel with %j', ([fields, msg]) => {
  expect(refusalToBeInGroup({ ...SAMPLE_CHANNEL, ...fields }, 'Fun')?.refusal.msg).toBe(msg)
})
