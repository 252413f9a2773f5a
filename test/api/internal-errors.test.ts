import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { succeeded } from '../support/person'
import { emptyRealm } from '../support/realm'
import { selectRows } from '../support/tables'
import { credentialsOf, jsonOf, OTHER_ORIGIN, sendToWorker } from '../support/worker'

describe('an internal error', () => {
  /** Collects what the server logs, instead of logging it. */
  function captureLog(): unknown[][] {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    return log.mock.calls
  }

  test('in the realm is logged completely, and the response has only its id', async () => {
    const { realm, ada } = await emptyRealm()
    await selectRows(realm, 'ALTER TABLE queues RENAME TO stolen_queues')
    onTestFinished(async () => void (await selectRows(realm, 'ALTER TABLE stolen_queues RENAME TO queues')))
    const calls = captureLog()
    const response = await ada.request('/register', { method: 'POST' })
    const request_id = response.headers.get('x-request-id')
    expect(await jsonOf(response)).toEqual({
      status: 500,
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_SERVER_ERROR',
      request_id,
    })
    expect(calls).toHaveLength(1)
    expect(JSON.parse(String(calls[0]![0]))).toEqual({
      level: 'error',
      event: 'request_failed',
      request_id,
      realm: realm.name,
      endpoint: 'POST /register',
      error: 'Error',
      message: expect.stringContaining('no such table'),
      stack: expect.stringContaining('at '),
    })
    succeeded(await ada.get('/users/me'))
  })

  test('in the Worker is logged completely, and the response has only its id', async () => {
    const { realm, ada } = await emptyRealm()
    const calls = captureLog()
    const brokenNamespace = {
      idFromName: () => {
        throw new Error('The namespace and its secrets are lost')
      },
    }
    const request = new Request(`${realm.url}/api/v1/users/me?password=x`, {
      headers: { ...credentialsOf(ada), ...OTHER_ORIGIN },
    })
    const response = await sendToWorker(request, { REALM: brokenNamespace })
    const request_id = response.headers.get('x-request-id')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await jsonOf(response)).toEqual({
      status: 500,
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_SERVER_ERROR',
      request_id,
    })
    const facts = { level: 'error', event: 'request_failed_at_edge', request_id, realm: realm.name }
    expect(calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([facts])
  })

  test('has an id, as each response has', async () => {
    const { ada } = await emptyRealm()
    const ids = new Set<string | null>()
    for (const path of ['/users/me', '/users/me', '/users/0', '/nothing']) {
      const response = await ada.request(path)
      ids.add(response.headers.get('x-request-id'))
      await response.body?.cancel()
    }
    expect([ids.size, ids.has(null)]).toEqual([4, false])
  })
})
