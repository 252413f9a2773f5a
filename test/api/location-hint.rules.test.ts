import { describe, expect, test } from 'vitest'
import { locationHintOf } from '../../src/api/location-hint'

describe('the part of the world of a client', () => {
  test.each([
    ['Berlin', { continent: 'EU', longitude: '13.4' }, 'weur'],
    ['Kyiv', { continent: 'EU', longitude: '30.5' }, 'eeur'],
    ['Seattle', { continent: 'NA', longitude: '-122.3' }, 'wnam'],
    ['New York', { continent: 'NA', longitude: '-74.0' }, 'enam'],
    ['Dubai', { continent: 'AS', longitude: '55.3' }, 'me'],
    ['Tokyo', { continent: 'AS', longitude: '139.7' }, 'apac'],
    ['Nairobi', { continent: 'AF', longitude: '36.8' }, 'afr'],
    ['Lima', { continent: 'SA', longitude: '-77.0' }, 'sam'],
    ['Auckland', { continent: 'OC', longitude: '174.8' }, 'oc'],
    ['a place without a longitude', { continent: 'EU' }, 'weur'],
    ['an unknown place', {}, undefined],
    ['a client without a place', undefined, undefined],
  ])('%s', (_, place, hint) => {
    expect(locationHintOf(place)).toBe(hint)
  })
})
