import type { loginWords as English } from '../en-login'

export const loginWords: typeof English = {
  title: 'Iniciar sesión',
  into: (host) => `Iniciar sesión en ${host}`,
  address: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  busy: 'Iniciando sesión…',
  otherWays: 'Iniciar sesión con una llave de acceso o de otra forma',
}
