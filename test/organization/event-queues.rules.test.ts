import { describe, expect, test } from 'vitest'
import { refusalOfSpectatorOptions } from '../../src/domain/organization/event-queues/spectator-rules'

describe('refusals of the options of spectators', () => {
  test.for([
    [{}, undefined],
    [{ client_gravatar: false, include_subscribers: 'false' }, undefined],
    [{ client_gravatar: true }, "Invalid 'client_gravatar' parameter for anonymous request"],
    [{ include_subscribers: 'true' }, "Invalid 'include_subscribers' parameter for anonymous request"],
    [{ include_subscribers: 'partial' }, "Invalid 'include_subscribers' parameter for anonymous request"],
  ] as const)('%j: %s', ([options, refusal]) => {
    expect(refusalOfSpectatorOptions(options)?.message).toBe(refusal)
  })
})
