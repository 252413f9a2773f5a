import { describe, expect, test } from 'vitest'
import { emptyRealm } from '../support/realm'

describe('GET /server_settings', () => {
  test('who comes with a key that no longer works is still told how to log in', async () => {
    const { realm } = await emptyRealm()
    for (const authorization of [`Basic ${btoa(`zoe@example.test:${'k'.repeat(32)}`)}`, 'Basic !', 'Bearer x']) {
      const response = await realm.request('/server_settings', { headers: { authorization } })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ result: 'success', authentication_methods: { password: true } })
    }
  })
})
