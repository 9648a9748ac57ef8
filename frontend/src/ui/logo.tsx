import type { ReactElement } from "react";

/** The mark: a drop of water whose lower half is a fold of cloth. */
export function LogoMark({ className = "size-8" }: { className?: string }): ReactElement {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <path d="M16 2c5.4 6.6 10 11.9 10 17.6A10 10 0 0 1 16 30 10 10 0 0 1 6 19.6C6 13.900 10.600 8.600 16 2z" className="fill-brand" />
      <path d="M6.200 17.600c4.400-2.600 7.400-1.700 10.300.3 2.900 2 5.600 2.600 9.300.5-.2 5.500-3.600 9.600-7.500 11-2.800-1.200-4-3-6.300-4.600-1.900-1.300-3.600-1.700-5-1.400-.8-1.800-1-3.800-.8-5.800z" className="fill-brand-soft" />
      <path d="M7 23.400c1.400-.3 3.100.1 5 1.400 2.300 1.600 3.500 3.400 6.300 4.600a10 10 0 0 1-2.300.6c-3.800 0-7.400-2.600-9-6.600z" className="fill-accent-art" />
    </svg>
  );
}
