import { describe, expect, test } from 'vitest'
import { refusalOfPlayground } from '../../src/domain/customization/playgrounds/rules'

const RUST = { name: 'Rust', pygments_language: 'Rust', url_template: 'https://play.example.com/?code={code}' }
const OTHER = { ...RUST, name: 'Other' }

describe('refusals of playgrounds', () => {
  test.for<[changes: Partial<typeof RUST>, refusal: string | undefined]>([
    [{}, undefined],
    [{ pygments_language: 'C++ (98)' }, 'Invalid characters in pygments language'],
    [{ pygments_language: 'c#/.net-4_0 x+' }, undefined],
    [{ name: '' }, 'This field cannot be blank.'],
    [{ name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
    [{ pygments_language: '' }, 'This field cannot be blank.'],
    [{ url_template: 'https://example.com/{code' }, 'Invalid URL template.'],
    [{ url_template: 'https://example.com' }, 'Missing the required variable "code" in the URL template'],
    [
      { url_template: 'https://example.com/{code}{id}' },
      '"code" should be the only variable present in the URL template',
    ],
    [{ url_template: 'HTTPS://example.com/{code}' }, undefined],
    [{ url_template: 'https://example.com{?code}' }, undefined],
    [{ url_template: 'https://example.com{+code}' }, 'Invalid URL template.'],
    [{ url_template: 'javascript:{code}' }, 'Invalid URL template.'],
    [OTHER, 'Realm playground with this Realm, Pygments language and Name already exists.'],
    [{ ...OTHER, pygments_language: 'Python' }, undefined],
  ])('%j: %s', ([changes, refusal]) => {
    expect(refusalOfPlayground({ ...RUST, ...changes }, [OTHER])?.message).toBe(refusal)
  })

  test('a realm can have 200 playgrounds', () => {
    const others = (length: number) => Array.from({ length }, (_, index) => ({ ...RUST, name: `Number ${index}` }))
    expect(refusalOfPlayground(RUST, others(199))).toBeUndefined()
    expect(refusalOfPlayground(RUST, others(200))?.message).toBe('There are too many playgrounds.')
  })
})
