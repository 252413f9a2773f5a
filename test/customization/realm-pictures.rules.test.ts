import { expect, test } from 'vitest'
import { logoKind, REALM_PICTURES } from '../../src/domain/customization/realm-pictures/rules'

test('a realm has an icon, and a logo for light and for dark themes', () => {
  expect(REALM_PICTURES).toEqual(['icon', logoKind(false), logoKind(true)])
  expect([logoKind(false), logoKind(true)]).toEqual(['logo', 'night_logo'])
})
