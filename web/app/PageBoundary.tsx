import { Component, type ReactNode } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'

interface PageBoundaryProps {
  /** The current address; a new one clears the failure. */
  at: string
  children: ReactNode
}

interface PageBoundaryState {
  at: string
  failed: boolean
}

/** Keeps the header and footer usable when a page breaks. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  state: PageBoundaryState = { at: this.props.at, failed: false }

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: PageBoundaryProps, state: PageBoundaryState) {
    return props.at === state.at ? null : { at: props.at, failed: false }
  }

  render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="page py-16 text-center" role="alert">
        <h1 className="text-2xl font-bold">Something went wrong</h1>
        <p className="mt-2 text-muted">This page could not be shown. Check your connection and try again.</p>
        <Button look="primary" className="mt-6" onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    )
  }
}
