import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files by name: every run is like the one before. */
export class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId)));
  }
}
