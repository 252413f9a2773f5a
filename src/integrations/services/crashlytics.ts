import { address, at, number, one, text } from '../fields'
import { integration, on } from '../integration'
import { json } from '../read-body'

const issue = one({ display_id: number, title: text, url: address, impacted_devices_count: number })

export const crashlytics = integration({
  title: 'Crashlytics',
  category: 'monitoring',
  setup: 'App settings → Service hooks → Web hook. Verify.',
  reads: json,
  event: (body) => (at(body, 'event') === 'verification' ? 'verification' : 'issue'),
  events: {
    verification: on(one({}), () => ({ topic: 'Setup', content: 'Webhook has been successfully configured.' })),
    issue: on(one({ payload: issue }), ({ payload: { display_id, title, url, impacted_devices_count: devices } }) => ({
      topic: `${display_id}: ${title}`,
      content: `[Issue](${url}) impacts at least ${devices} device(s).`,
    })),
  },
})
