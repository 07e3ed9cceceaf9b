import { configure } from '@testing-library/dom'

/** Components load parts of themselves when they need them, which takes long beside other tests on a small machine. */
configure({ asyncUtilTimeout: 10_000 })
