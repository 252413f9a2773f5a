import { expect, test } from 'vitest'
import { addressOf } from '../settings/service-url'

test('the address of a service has the chosen options, and no others', () => {
  const address = addressOf(
    'https://chat.example',
    'github',
    { api_key: 'k', stream: '7', topic: ' Lunch & more ', branches: ' ' },
    ['push_commits', 'issues'],
  )
  const url = new URL(address)
  expect(url.pathname).toBe('/api/v1/external/github')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    api_key: 'k',
    stream: '7',
    topic: 'Lunch & more',
    only_events: '["push_commits","issues"]',
  })
  expect(new URL(addressOf('https://chat.example', 'json', { api_key: 'k' }, [])).search).toBe('?api_key=k')
})
