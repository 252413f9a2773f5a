import { describe, expect, test } from 'vitest'
import { deliveryOf } from '../../src/integrations/delivery'
import { interpret } from '../../src/integrations/interpret'
import { findIntegration } from '../../src/integrations/services'

/** A delivery, and the message that people see. */
export type ServiceCase = {
  what: string
  body: object
  /** The body is a form with the JSON in this field, or with these fields. */
  form?: 'payload' | Record<string, string>
  query?: string
  headers?: Record<string, string>
  topic?: string
  text: string | undefined
}

/** Tests the texts of services, by their names. */
export const testTexts = (services: Readonly<Record<string, ServiceCase[]>>): void =>
  describe.each(Object.entries(services))('%s', (service, cases) => {
    test.each(cases)('tells $what', async ({ body, form, query, headers = {}, topic, text }) => {
      const integration = (await findIntegration(service))!
      const json = JSON.stringify(body)
      const written = form ? String(new URLSearchParams(form === 'payload' ? { payload: json } : form)) : json
      const parameters = new URLSearchParams(query)
      const only = parameters.get('only_events')
      const delivery = deliveryOf(integration, { headers: new Headers(headers), parameters, now: 1_900_000_000 })
      const raw = { bytes: new TextEncoder().encode(written), text: written, content_type: 'application/json' }
      const [first] = interpret(integration, raw, delivery, only ? { only_events: JSON.parse(only) } : {}).texts
      expect(first?.content).toBe(text)
      expect(topic === undefined ? undefined : first?.topic).toBe(topic)
    })
  })
