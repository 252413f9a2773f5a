import { describe, expect, test } from 'vitest'
import {
  refusalOfLinkifier,
  refusalOfOrder,
  type LinkifierFields,
} from '../../src/domain/customization/linkifiers/rules'

const TASK: LinkifierFields = {
  pattern: 'T(?P<id>[0-9]+)',
  url_template: 'https://tasks.example.com/{id}',
  alternative_url_templates: [],
  example_input: null,
  reverse_template: null,
}

describe('refusals of linkifiers', () => {
  test.for<[changes: Partial<LinkifierFields>, errors: Record<string, string[]> | undefined]>([
    [{}, undefined],
    [{ example_input: 'T7', reverse_template: 'T{id}' }, undefined],
    [{ alternative_url_templates: ['https://old.example.com/{id}'] }, undefined],
    [{ pattern: '', url_template: 'https://example.com' }, { pattern: ['This field cannot be blank.'] }],
    [{ url_template: 'javascript:{+id}' }, { url_template: ['Invalid URL template.'] }],
    [
      { url_template: 'https://example.com' },
      { __all__: ["Group 'id' in linkifier pattern is not present in URL template."] },
    ],
    [
      { url_template: 'https://example.com/{id}{page}' },
      { __all__: ["Group 'page' in URL template is not present in linkifier pattern."] },
    ],
    [{ alternative_url_templates: ['{', '{{'] }, { alternative_url_templates: ['Invalid URL template.'] }],
    [{ pattern: '#(?P<id>[0-9]+)' }, { __all__: ['A Linkifier with this pattern already exists.'] }],
    [{ example_input: 'issue 7' }, { example_input: ['The example input does not match the pattern.'] }],
    [{ reverse_template: 'T{id}' }, { example_input: ['An example input is needed to check the reverse template.'] }],
    [{ example_input: 'T7', reverse_template: 'T{page}' }, { reverse_template: ['Invalid reverse template.'] }],
  ])('%j: %j', ([changes, errors]) => {
    const refusal = refusalOfLinkifier({ ...TASK, ...changes }, [{ pattern: '#(?P<id>[0-9]+)' }])
    expect(refusal?.refusal.fields.errors).toEqual(errors)
  })

  test.for<[changes: Partial<LinkifierFields>, msg: string]>([
    [{ pattern: 'x'.repeat(1001) }, 'pattern is too long (limit: 1000 characters)'],
    [
      { alternative_url_templates: ['', 'x'.repeat(1001)] },
      'alternative_url_templates[1] is too long (limit: 1000 characters)',
    ],
    [{ alternative_url_templates: Array(21).fill('') }, 'alternative_url_templates is too long (limit: 20 items)'],
  ])('too long: %#', ([changes, msg]) => {
    expect(refusalOfLinkifier({ ...TASK, ...changes }, [])?.message).toBe(msg)
  })

  test('a realm can have 200 linkifiers', () => {
    const others = (length: number) => Array.from({ length }, (_, index) => ({ pattern: `x${index}` }))
    expect(refusalOfLinkifier(TASK, others(199))).toBeUndefined()
    expect(refusalOfLinkifier(TASK, others(200))?.refusal.fields.errors).toEqual({
      __all__: ['There are too many linkifiers.'],
    })
  })
})

describe('refusals of orders', () => {
  test.for([
    [[1, 2], undefined],
    [[2, 1], undefined],
    [[1, 1], 'The ordered list must not contain duplicated linkifiers'],
    [[1], 'The ordered list must enumerate all existing linkifiers exactly once'],
    [[1, 3], 'The ordered list must enumerate all existing linkifiers exactly once'],
    [[1, 2, 3], 'The ordered list must enumerate all existing linkifiers exactly once'],
  ] as const)('%j: %s', ([ids, refusal]) => {
    expect(refusalOfOrder(ids, [{ id: 1 }, { id: 2 }])?.message).toBe(refusal)
  })
})
