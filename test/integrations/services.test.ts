import { describe, expect, test } from 'vitest'
import { findIntegration, SERVICES } from '../../src/integrations/services'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

describe('GET /parley/services', () => {
  test('lists all services, and where to enter the address in each of them', async () => {
    const { dov } = await freshRealm()
    const { services } = succeeded(await dov.get('/parley/services'))
    expect(services).toHaveLength(SERVICES.length)
    for (const { name, display_name, setup } of services) {
      expect([name, await findIntegration(name)]).not.toContain(undefined)
      expect([display_name.length > 2, setup.endsWith('.')]).toEqual([true, true])
    }
    const named = (name: string) => services.find((service: { name: string }) => service.name === name)
    expect(named('github')).toMatchObject({
      display_name: 'GitHub',
      category: 'version-control',
      events: expect.arrayContaining(['push_commits', 'issues']),
      options: expect.arrayContaining([
        { key: 'ignore_private_repositories', label: expect.any(String), input_type: 'check_bool' },
      ]),
    })
    expect(JSON.parse(named('freshdesk').template)).toHaveProperty('freshdesk_webhook.ticket_id')
    expect(named('heroku').events).toBeNull()
  })
})

test('POST /register lists the services for clients that make addresses', async () => {
  const { dov } = await freshRealm()
  const { realm_incoming_webhook_bots } = await dov.post('/register', {
    fetch_event_types: ['realm_incoming_webhook_bots'],
  })
  expect(realm_incoming_webhook_bots).toHaveLength(SERVICES.length)
  expect(realm_incoming_webhook_bots).toContainEqual({
    name: 'azuredevops',
    display_name: 'Azure DevOps',
    all_event_types: ['git.pullrequest.created', 'git.pullrequest.merged', 'git.pullrequest.updated', 'git.push'],
    url_options: [{ key: 'branches', label: 'Only these branches, separated by commas', input_type: 'check_string' }],
  })
  const github = realm_incoming_webhook_bots.find(({ name }: { name: string }) => name === 'github')
  expect(github.url_options).toContainEqual({
    key: 'ignore_private_repositories',
    label: expect.any(String),
    input_type: 'check_bool',
  })
})
