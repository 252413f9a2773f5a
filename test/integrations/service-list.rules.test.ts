import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '../../src/integrations/integration'
import { optionOf, OPTIONS } from '../../src/integrations/options'
import list from '../../src/integrations/service-list.data.json'
import { declaredServices } from '../../src/integrations/service-list'
import { findIntegration, SERVICES } from '../../src/integrations/services'
import { editable } from '../support/recorded-deliveries'
import { serviceWords } from '../../web/words/en-services'

test('the stored list of services is that of the declarations', () => {
  expect(list).toEqual(declaredServices)
  expect(list).toHaveLength(SERVICES.length)
})

describe.each(declaredServices)('$name', ({ name, category, setup, events, options, template }) => {
  test('is found by its name, and says where to enter the address', async () => {
    expect(await findIntegration(name)).toBeDefined()
    expect(setup).toMatch(/^.{10,250}[.\])]$/)
    expect(CATEGORIES).toContain(category)
    expect(serviceWords.categories[category]).toBeTruthy()
    expect(events === null || events.length > 0).toBe(true)
    for (const option of options) expect(OPTIONS).toHaveProperty(option)
  })
  test.skipIf(template === undefined)('has a template that the service can send', () => {
    expect(editable(template!)?.value).toBeTypeOf('object')
  })
})

test('an option has a label', () => {
  expect(optionOf('branches').label).toBe('Only these branches, separated by commas')
  expect(optionOf('newer')).toEqual({ label: 'newer', input_type: 'check_string' })
})
