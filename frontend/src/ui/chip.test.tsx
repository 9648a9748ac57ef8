import { render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test, vi } from "vitest";

import { Chip } from "./chip";

test("a chip that is on stands in the middle of its row, also one that was beyond its end", () => {
  vi.spyOn(HTMLElement.prototype, "offsetLeft", "get").mockReturnValue(500);
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
  const row = (isOn: boolean): ReactElement => (
    <div role="group">
      <Chip isOn={isOn} onToggle={() => undefined} icon={<i />}>
        Premium care
      </Chip>
    </div>
  );
  const { rerender } = render(row(false));
  expect(screen.getByRole("group").scrollLeft).toBe(0);

  rerender(row(true));

  expect(screen.getByRole("group").scrollLeft).toBe(400);
});
